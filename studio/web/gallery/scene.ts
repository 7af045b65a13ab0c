// The picture of a model on a canvas; knows nothing of the page. A frame is drawn when something changed.
import { AmbientLight, AnimationMixer, Box3, DirectionalLight, PerspectiveCamera, Scene, Sphere, Spherical, SRGBColorSpace, Timer, Vector3, WebGLRenderer } from "three";
import type { Object3D } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { Shown } from "./preview";

/** So far away that the ball around the model fits into the narrower side of the picture. */
function lookAt(model: Object3D, camera: PerspectiveCamera, target: Vector3): void {
  const ball = new Box3().setFromObject(model).getBoundingSphere(new Sphere());
  const radius = ball.isEmpty() ? 1 : Math.max(0.05, ball.radius);
  const half = (camera.fov / 2) * (Math.PI / 180);
  const far = radius / Math.sin(Math.min(half, Math.atan(Math.tan(half) * camera.aspect)));
  if (!ball.isEmpty()) target.copy(ball.center);
  camera.position.copy(target).add(new Vector3(0.45, 0.35, 0.8).setLength(far * 0.95));
  camera.near = radius / 1000;
  camera.far = far * 40;
  camera.updateProjectionMatrix();
}

/** Turns and moves for each key: around, up, distance. */
const KEYS: Record<string, [number, number, number]> = { ArrowLeft: [-0.15, 0, 1], ArrowRight: [0.15, 0, 1], ArrowUp: [0, -0.15, 1], ArrowDown: [0, 0.15, 1], "+": [0, 0, 0.85], "-": [0, 0, 1.18] };

window.reliquaryScene = async (canvas, bytes): Promise<Shown> => {
  const gltf = await new GLTFLoader().parseAsync(bytes, "");
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(45, 1, 0.01, 1000);
  const controls = new OrbitControls(camera, canvas);
  const mixer = new AnimationMixer(gltf.scene);
  const timer = new Timer();
  const sun = new DirectionalLight(0xffffff, 1.6);
  let moving = false;
  let frame = 0;
  renderer.outputColorSpace = SRGBColorSpace;
  sun.position.set(3, 8, 5);
  scene.add(new AmbientLight(0xffffff, 1.6), sun, gltf.scene);
  camera.aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight) || 1;
  lookAt(gltf.scene, camera, controls.target);

  const draw = () => {
    frame = 0;
    timer.update();
    if (moving) mixer.update(timer.getDelta());
    renderer.render(scene, camera);
    if (moving) ask();
  };
  const ask = () => void (frame ||= requestAnimationFrame(draw));
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width || !height) return;
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    draw();
  };
  const onKey = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    place.set(place.radius * move[2], Math.max(0.05, Math.min(Math.PI - 0.05, place.phi + move[1])), place.theta + move[0]);
    camera.position.setFromSpherical(place).add(controls.target);
    controls.update();
    event.preventDefault();
    event.stopPropagation();
    ask();
  };
  const watch = new ResizeObserver(resize);
  controls.addEventListener("change", ask);
  controls.update();
  canvas.addEventListener("keydown", onKey);
  watch.observe(canvas);
  resize();
  return {
    animations: gltf.animations.map((clip) => clip.name),
    play: (name) => {
      const clip = gltf.animations.find((entry) => entry.name === name);
      mixer.stopAllAction();
      moving = clip !== undefined;
      if (clip) mixer.clipAction(clip).play();
      ask();
    },
    end: () => {
      cancelAnimationFrame(frame);
      moving = false;
      watch.disconnect();
      canvas.removeEventListener("keydown", onKey);
      controls.dispose();
      renderer.dispose();
    },
  };
};
