// What the page asks the program for. HTTP is one way to carry it; nothing else in the page knows which.

export interface Source {
  kind: string;
  path: string;
  module: string;
  inactive: boolean;
}

export interface Tree {
  sources: Source[];
  names: string[];
  source: number[];
  wins: number[];
}

export interface Game {
  game: number;
  name: string;
  path: string;
  family: string;
  version: number;
  resources: number;
  problems: number;
}

export interface Place {
  place: number;
  name: string;
  path: string;
  kind: string;
}

export interface Finding {
  id?: string;
  rule?: string;
  severity: "info" | "warning" | "error";
  path?: string;
  where?: string;
  text: string;
  why?: string;
  fix?: string;
}

export interface Info {
  res: string;
  format: string;
  title: string;
  blueprint: string;
  size: number;
  edited: boolean;
  settable: boolean;
  becomes: string;
  takes: string;
  error?: string;
  facts: [string, string][];
  findings: Finding[];
  locations: { res: string; kind: string; wins: boolean }[];
}

export interface Row {
  path: string;
  type: string;
  kind?: string;
  value?: string;
  count?: number;
  ref?: "strref" | "resource" | "row";
  to?: string;
  field?: string;
  doc?: string;
  means?: string;
}

export interface Form {
  blueprint: string;
  settable: boolean;
  rows: Row[];
  next?: number;
}

export interface FieldInfo {
  label: string;
  type: string;
  ref: string;
  meaning: string;
  facts: [string, string][];
  values: [string, string][];
  fields: [string, string][];
}

export type Op =
  | { op: "set"; path: string; value: string }
  | { op: "insert"; path: string; kind?: string; value?: string }
  | { op: "remove"; path: string }
  | { op: "move"; path: string; to: number }
  | { op: "put"; name: string; data: string }
  | { op: "replace"; data: string }
  | { op: "json"; text: string }
  | { op: "compile"; kind: "source" | "listing"; text: string }
  | { op: "delete" };

export interface EditState {
  res: string;
  undo: number;
  redo: number;
  deleted: boolean;
  others?: number; // resources that were undone or redone with it
  ops: Op[];
}

export interface Difference {
  path: string;
  old?: string;
  new?: string;
}

export interface Changes {
  sum: string;
  backup: string;
  files: {
    path: string;
    archive: boolean;
    removed: boolean;
    oldSize: number;
    newSize: number;
    resources: {
      res: string;
      change: "new" | "changed" | "removed";
      oldSize: number;
      newSize: number;
      differences: Difference[];
      count: number;
    }[];
  }[];
}

export interface Format {
  name: string;
  title: string;
  family: string;
  extensions: string;
  converts_to: string;
  made_from: string;
  takes: string;
  container: boolean;
}

export interface About {
  version: string;
  builtWith: string;
  demo: boolean;
  formats: Format[];
  routes: { path: string; method: string; takes: string; verbs: string; summary: string }[];
}

export interface Use {
  res: string;
  path: string;
  thing: string;
  name: string;
  use: string;
}

export interface Hit {
  res: string;
  path: string;
  value: string;
  means?: string;
}

export type Query = Record<string, string | number | undefined>;

/** What went wrong, in the words of the program. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly where: string,
  ) {
    super(message);
  }
}

export interface Backend {
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>;
  bytes(path: string, query?: Query, signal?: AbortSignal): Promise<Blob>;
  post<T>(path: string, query?: Query, body?: unknown): Promise<T>;
}

function address(path: string, query: Query): string {
  const words = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `/api/${path}${words.length ? "?" + words.join("&") : ""}`;
}

/** The token comes in the fragment of the address, which no server and no log ever sees. */
export class HttpBackend implements Backend {
  constructor(private readonly token: string) {}

  private async send(path: string, query: Query, init: RequestInit): Promise<Response> {
    const response = await fetch(address(path, query), {
      ...init,
      headers: { ...init.headers, "X-Reliquary": this.token },
    });
    if (response.ok) return response;
    const said = await response.json().catch(() => ({}));
    const text = response.status === 401 ? "The program was started again: use the address that it prints now." : said.error;
    throw new Refusal(response.status, text ?? `the program answered ${response.status}`, said.where ?? path);
  }

  async get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return (await this.send(path, query, { signal })).json();
  }

  async bytes(path: string, query: Query = {}, signal?: AbortSignal): Promise<Blob> {
    return (await this.send(path, query, { signal })).blob();
  }

  async post<T>(path: string, query: Query = {}, body?: unknown): Promise<T> {
    const raw = body instanceof Blob || body instanceof ArrayBuffer;
    const type = raw ? "application/octet-stream" : "application/json";
    const sent = raw ? (body as BodyInit) : body === undefined ? "" : JSON.stringify(body);
    return (await this.send(path, query, { method: "POST", body: sent, headers: { "Content-Type": type } })).json();
  }
}
