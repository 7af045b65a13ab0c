// Models, areas and worlds in three dimensions: orbit or fly, animations, wire frame, skeleton, and a list of all parts, so that
// nothing needs a pointer.
import { useEffect, useRef, useState } from "preact/hooks";
import {
  AmbientLight,
  AnimationMixer,
  Box3,
  Color,
  DirectionalLight,
  GridHelper,
  LoopRepeat,
  Mesh,
  PerspectiveCamera,
  Raycaster,
  Scene,
  SkeletonHelper,
  SRGBColorSpace,
  Timer,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { AnimationAction, Material, Object3D } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import { save, useBlob } from "../parts/blob";
import { importFile, madeFrom, say, show } from "../state";
import type { ViewProps } from "./views";

/** The picture on a canvas; it knows nothing of the page. */
class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(50, 1, 0.01, 20000);
  readonly controls: OrbitControls;
  private readonly renderer: WebGLRenderer;
  private readonly timer = new Timer();
  private readonly held = new Set<string>();
  private mixer: AnimationMixer | null = null;
  private action: AnimationAction | null = null;
  private model: Object3D | null = null;
  private skeleton: SkeletonHelper | null = null;
  private frame = 0;
  playing = true;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.controls = new OrbitControls(this.camera, canvas);
    this.scene.add(new AmbientLight(0xffffff, 1.6));
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(3, 8, 5);
    this.scene.add(sun);
    this.resize();
    this.draw();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  private draw = (): void => {
    this.frame = requestAnimationFrame(this.draw);
    this.timer.update();
    const step = this.timer.getDelta();
    if (this.playing) this.mixer?.update(step);
    this.fly(step);
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  };

  /** W, A, S, D, Q and E move the camera with what it looks at. */
  private fly(step: number): void {
    if (!this.held.size) return;
    const ahead = this.camera.getWorldDirection(new Vector3());
    const side = new Vector3().crossVectors(ahead, this.camera.up).normalize();
    const way = new Vector3();
    const ways: Record<string, [Vector3, number]> = { w: [ahead, 1], s: [ahead, -1], d: [side, 1], a: [side, -1], e: [this.camera.up, 1], q: [this.camera.up, -1] };
    for (const key of this.held) if (ways[key]) way.addScaledVector(ways[key][0], ways[key][1]);
    way.multiplyScalar(step * Math.max(1, this.camera.position.distanceTo(this.controls.target)));
    this.camera.position.add(way);
    this.controls.target.add(way);
  }

  hold(key: string, down: boolean): void {
    if (down) this.held.add(key);
    else this.held.delete(key);
  }

  setModel(gltf: GLTF): void {
    if (this.model) this.scene.remove(this.model);
    this.model = gltf.scene;
    this.scene.add(gltf.scene);
    this.mixer = new AnimationMixer(gltf.scene);
    this.action = null;
    this.lookAt(gltf.scene);
  }

  lookAt(object: Object3D): void {
    const box = new Box3().setFromObject(object);
    if (box.isEmpty()) return;
    const size = Math.max(0.1, box.getSize(new Vector3()).length());
    box.getCenter(this.controls.target);
    this.camera.position.copy(this.controls.target).add(new Vector3(0.5, 0.4, 0.9).multiplyScalar(size));
    this.camera.near = size / 2000;
    this.camera.far = size * 40;
    this.camera.updateProjectionMatrix();
  }

  play(gltf: GLTF, name: string): void {
    this.action?.stop();
    const clip = gltf.animations.find((entry) => entry.name === name);
    this.action = clip && this.mixer ? this.mixer.clipAction(clip).setLoop(LoopRepeat, Infinity).play() : null;
  }

  setWire(on: boolean): void {
    this.model?.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      for (const material of [object.material].flat() as (Material & { wireframe?: boolean })[]) material.wireframe = on;
    });
  }

  setSkeleton(on: boolean): void {
    if (this.skeleton) this.scene.remove(this.skeleton);
    this.skeleton = on && this.model ? new SkeletonHelper(this.model) : null;
    if (this.skeleton) this.scene.add(this.skeleton);
  }

  setBack(color: string): void {
    this.scene.background = new Color(color);
  }

  /** What is under a point of the canvas. */
  pick(x: number, y: number): Object3D | null {
    const rect = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(((x - rect.left) / rect.width) * 2 - 1, 1 - ((y - rect.top) / rect.height) * 2), this.camera);
    return this.model ? (ray.intersectObject(this.model, true)[0]?.object ?? null) : null;
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.controls.dispose();
    this.renderer.dispose();
  }
}

/** The part with a name of its own: meshes of several materials are children of it. */
function named(object: Object3D | null): Object3D | null {
  for (let at = object; at; at = at.parent) if (at.userData.section !== undefined || (at.name && at.parent?.parent === null)) return at;
  return object;
}

/** Where the record of a part is, when the part says so. */
const recordOf = (part: Object3D): string => (part.userData.section !== undefined ? `sections/${part.userData.section}/${part.userData.index}` : "");

export default function SceneView({ info, at, onSelect }: ViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | null>(null);
  const [gltf, setGltf] = useState<GLTF | null>(null);
  const [animation, setAnimation] = useState("");
  const [playing, setPlaying] = useState(true);
  const [wire, setWire] = useState(false);
  const [bones, setBones] = useState(false);
  const [hidden, setHidden] = useState<Set<string>>(new Set());
  const { blob } = useBlob(info.res, { to: "glb" });
  useEffect(() => {
    const made = new Stage(canvas.current!);
    stage.current = made;
    made.scene.add(new GridHelper(20, 20, 0x888888, 0x666666));
    const paint = () => made.setBack(getComputedStyle(canvas.current!).backgroundColor);
    paint();
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(canvas.current!);
    const theme = new MutationObserver(paint);
    theme.observe(document.documentElement, { attributes: true });
    return () => {
      watch.disconnect();
      theme.disconnect();
      made.end();
    };
  }, []);
  useEffect(() => {
    if (!blob) return;
    void blob
      .arrayBuffer()
      .then((bytes) => new GLTFLoader().parseAsync(bytes, ""))
      .then((model) => {
        stage.current?.setModel(model);
        setGltf(model);
        setAnimation(model.animations[0]?.name ?? "");
      })
      .catch((error: Error) => say(`The model can't be shown: ${error.message}`, true));
  }, [blob]);
  useEffect(() => void (gltf && stage.current?.play(gltf, animation)), [gltf, animation]);
  useEffect(() => stage.current?.setWire(wire), [gltf, wire]);
  useEffect(() => stage.current?.setSkeleton(bones), [gltf, bones]);
  useEffect(() => void (stage.current && (stage.current.playing = playing)), [playing]);
  const parts = gltf?.scene.children ?? [];
  const part = parts.find((entry) => entry.name === at);
  useEffect(() => parts.forEach((entry) => (entry.visible = !hidden.has(entry.name))), [gltf, hidden]);
  const onKey = (event: KeyboardEvent, down: boolean) => {
    if (/^[wasdqe]$/i.test(event.key) && !event.ctrlKey && !event.altKey) stage.current?.hold(event.key.toLowerCase(), down);
    else if (down && event.key === " ") setPlaying(!playing);
    else if (down && event.key.toLowerCase() === "f") stage.current?.lookAt(part ?? gltf!.scene);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="split">
      <div class="scene">
        <div class="bar" role="toolbar" aria-label="Scene">
          {gltf && gltf.animations.length > 0 && (
            <>
              <label>
                Animation{" "}
                <select value={animation} onChange={(event) => setAnimation(event.currentTarget.value)}>
                  <option value="">none</option>
                  {gltf.animations.map((entry) => (
                    <option key={entry.name} value={entry.name}>
                      {entry.name}
                    </option>
                  ))}
                </select>
              </label>
              <button aria-pressed={playing} onClick={() => setPlaying(!playing)}>
                {playing ? "Pause" : "Play"}
              </button>
            </>
          )}
          <button aria-pressed={wire} onClick={() => setWire(!wire)}>
            Wire frame
          </button>
          <button aria-pressed={bones} onClick={() => setBones(!bones)}>
            Skeleton
          </button>
          <button disabled={!gltf} onClick={() => gltf && stage.current?.lookAt(part ?? gltf.scene)}>
            Frame (F)
          </button>
          <button disabled={!blob} onClick={() => blob && save(blob, info.res.split("/").pop()!.replace(/\.[^.]*$/, ".glb"))}>
            Export GLB
          </button>
          {madeFrom(info, "glb") && (
            <label class="file">
              Replace with <input type="file" accept=".glb" onChange={(event) => event.currentTarget.files?.[0] && void importFile(info.res, event.currentTarget.files[0])} />
            </label>
          )}
          <span role="status" class="faint">
            {gltf ? `${parts.length} parts, ${gltf.animations.length} animations` : "Reading the model…"}
          </span>
        </div>
        <canvas
          ref={canvas}
          class="stage"
          tabIndex={0}
          role="img"
          aria-label="Scene: drag to turn, W A S D to fly"
          onKeyDown={(event) => onKey(event, true)}
          onKeyUp={(event) => onKey(event, false)}
          onDblClick={(event) => {
            const found = named(stage.current?.pick(event.clientX, event.clientY) ?? null);
            if (found) onSelect(found.name);
          }}
        />
      </div>
      <aside class="details" aria-label="Parts of the scene">
        {part && (
          <section>
            <h3>{part.name}</h3>
            <p>{part.position.toArray().map((value) => value.toFixed(2)).join(", ")}</p>
            <p class="buttons">
              <button onClick={() => stage.current?.lookAt(part)}>Go there</button>
              {recordOf(part) && info.format === "rgm" && (
                <>
                  <button onClick={() => show(info.res, { view: "form", at: recordOf(part) })}>Record</button>
                  <button onClick={() => show(info.res, { view: "script", at: part.name.split("_").slice(2).join("_") })}>Script</button>
                </>
              )}
            </p>
          </section>
        )}
        <ul class="parts">
          {parts.slice(0, 2000).map((entry) => (
            <li key={entry.uuid}>
              <label title="shown">
                <input
                  type="checkbox"
                  aria-label={`Show ${entry.name}`}
                  checked={!hidden.has(entry.name)}
                  onChange={(event) => {
                    const next = new Set(hidden);
                    if (event.currentTarget.checked) next.delete(entry.name);
                    else next.add(entry.name);
                    setHidden(next);
                  }}
                />
              </label>
              <button aria-pressed={entry.name === at} onClick={() => onSelect(entry.name)}>
                {entry.name || "(no name)"}
              </button>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
