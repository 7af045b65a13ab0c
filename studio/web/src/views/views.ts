// The one list of views: what a resource can be shown as. A view is a component that is loaded when it is first needed; the
// tabs, the command palette and the tests walk over this list.
import type { ComponentType } from "preact";
import type { Info } from "../backend";

/** What every view gets. `at` is what it selects, kept in the address; `onSelect` changes it. */
export interface ViewProps {
  info: Info;
  at: string;
  onSelect: (at: string) => void;
}

export interface View {
  id: string;
  title: string;
  fits: (info: Info) => boolean;
  load: () => Promise<{ default: ComponentType<ViewProps> }>;
}

const becomes = (kind: string) => (info: Info) => info.becomes.split(" ").includes(kind);
const isFormat = (...names: string[]) => (info: Info) => names.includes(info.format);

/** Special views first: the first that fits is shown. Form, JSON, Bytes and History fit everything that can be read. */
export const views: View[] = [
  { id: "table", title: "Table", fits: isFormat("twoda", "tlk"), load: () => import("./table") },
  { id: "scene", title: "3D", fits: becomes("glb"), load: () => import("./scene") },
  { id: "script", title: "Script", fits: isFormat("ncs", "rgm"), load: () => import("./script") },
  { id: "animations", title: "Animations", fits: isFormat("rgm"), load: () => import("./animations") },
  { id: "octree", title: "Seen from", fits: isFormat("pvo"), load: () => import("./octree") },
  { id: "names", title: "Names", fits: isFormat("ltr"), load: () => import("./names") },
  { id: "picture", title: "Picture", fits: (info) => becomes("png")(info) && info.format !== "wld", load: () => import("./picture") },
  { id: "sound", title: "Sound", fits: becomes("wav"), load: () => import("./sound") },
  { id: "font", title: "Font", fits: becomes("ttf"), load: () => import("./font") },
  { id: "dialogue", title: "Dialogue", fits: (info) => info.blueprint === "DLG", load: () => import("./dialogue") },
  { id: "form", title: "Form", fits: (info) => info.format !== "" && !info.error, load: () => import("./form") },
  { id: "json", title: "JSON", fits: (info) => info.format !== "" && !info.error, load: () => import("./json") },
  { id: "bytes", title: "Bytes", fits: () => true, load: () => import("./bytes") },
  { id: "history", title: "History", fits: () => true, load: () => import("./history") },
];

export const viewsOf = (info: Info): View[] => views.filter((view) => view.fits(info));
