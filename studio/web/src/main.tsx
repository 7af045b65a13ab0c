import { render } from "preact";

render(<p>Reliquary</p>, document.getElementById("app")!);
