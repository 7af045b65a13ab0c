// The rules of docs/studio.md about who may ask, one by one, with requests that no browser would send.
import { readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { connect } from "node:net";
import { join } from "node:path";
import { check, end, equal, raw, start, workplace } from "./studio.mjs";

const place = workplace();
// A link in the game that leads out of it, for rule 11.
const outside = join(place.root, "outside.2da");
const table = "2DA V2.0\n\nlabel name\n0 Harbour 1\n";
writeFileSync(outside, table);
// Wine shows a link to a file as the file itself: no program there can know that it is one.
const links = process.env.STUDIO_LINKS !== "hidden";
if (links) symlinkSync(outside, join(place.kotor, "override/link.2da"));
else console.log("left out: 11, links can't be seen here");
const studio = await start(place.state, place.kotor);
const { port, token } = studio;
const host = `Host: 127.0.0.1:${port}`;
const key = `X-Reliquary: ${token}`;
const origin = `Origin: http://127.0.0.1:${port}`;
const get = (path, ...lines) => raw(port, [`GET ${path} HTTP/1.1`, ...lines, "Connection: close", "", ""].join("\r\n"));
const post = (path, body, ...lines) => raw(port, [`POST ${path} HTTP/1.1`, ...lines, `Content-Length: ${body.length}`, "Connection: close", "", body].join("\r\n"));
const json = "Content-Type: application/json";

// 1. Only the loopback address.
const others = Object.values(networkInterfaces()).flat().filter((entry) => !entry.internal && entry.family === "IPv4");
for (const entry of others)
  check(
    `1: ${entry.family} address that is not loopback is closed`,
    await new Promise((resolve) => {
      const socket = connect({ port, host: entry.address, timeout: 2000 });
      socket.on("connect", () => (socket.destroy(), resolve(false)));
      socket.on("error", () => resolve(true));
      socket.on("timeout", () => (socket.destroy(), resolve(true)));
    }),
  );

// 2. Host.
equal("2: own host", (await get("/", host)).status, 200);
equal("2: localhost", (await get("/", `Host: localhost:${port}`)).status, 200);
equal("2: another name that leads here", (await get("/api/games", `Host: evil.example:${port}`, key)).status, 421);
equal("2: another port", (await get("/api/games", "Host: 127.0.0.1:1", key)).status, 421);
equal("2: no port", (await get("/api/games", "Host: 127.0.0.1", key)).status, 421);
equal("2: no host", (await get("/api/games", key)).status, 400);
equal("2: two hosts", (await get("/api/games", host, host, key)).status, 400);

// 3. Token.
equal("3: no token", (await get("/api/games", host)).status, 401);
equal("3: a wrong token", (await get("/api/games", host, `X-Reliquary: ${"0".repeat(64)}`)).status, 401);
equal("3: a part of the token", (await get("/api/games", host, `X-Reliquary: ${token.slice(0, 63)}`)).status, 401);
equal("3: more than the token", (await get("/api/games", host, `X-Reliquary: ${token}0`)).status, 401);
equal("3: the token in the address is none", (await get(`/api/games?token=${token}`, host)).status, 401);
equal("3: the token", (await get("/api/games", host, key)).status, 200);
equal("3: 256 bits", token.length, 64);

// 4. Writes.
const edit = "/api/edit?game=1&res=modules/demo01.mod/guard.utc";
const body = '[{"op":"set","path":"Tag","value":"x"}]';
equal("4: no Origin", (await post(edit, body, host, key, json)).status, 403);
equal("4: another Origin", (await post(edit, body, host, key, json, "Origin: http://evil.example")).status, 403);
equal("4: Origin null", (await post(edit, body, host, key, json, "Origin: null")).status, 403);
equal("4: another site", (await post(edit, body, host, key, json, origin, "Sec-Fetch-Site: cross-site")).status, 403);
equal("4: a form's type", (await post(edit, body, host, key, origin, "Content-Type: text/plain")).status, 415);
equal("4: no type", (await post(edit, body, host, key, origin)).status, 415);
equal("4: GET does not write", (await get(edit, host, key)).status, 405);
equal("4: as the page sends it", (await post(edit, body, host, key, json, origin, "Sec-Fetch-Site: same-origin")).status, 200);
equal("4: DELETE", (await raw(port, `DELETE /api/games HTTP/1.1\r\n${host}\r\n${key}\r\n\r\n`)).status, 405);

// 5. Reads are guarded; no CORS.
const read = await get("/api/games", host, key);
check("5: no CORS header", !read.head.includes("access-control-"));
check("5: resource policy", read.head.includes("cross-origin-resource-policy: same-origin"));
equal("5: OPTIONS", (await raw(port, `OPTIONS /api/games HTTP/1.1\r\n${host}\r\n${key}\r\n\r\n`)).status, 403);
equal("5: read from another site", (await get("/api/games", host, key, "Sec-Fetch-Site: cross-site")).status, 403);

// 6. There is no other kind of connection that could forget a check.
const socketHead = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="];
check("6: no WebSocket", (await raw(port, ["GET /api/games HTTP/1.1", host, key, ...socketHead, "", ""].join("\r\n"))).status !== 101);
equal("6: nor without the token", (await raw(port, ["GET /api/games HTTP/1.1", host, ...socketHead, "", ""].join("\r\n"))).status, 401);
check("6: no stream of events", !(await get("/api/about", host, key, "Accept: text/event-stream")).head.includes("text/event-stream"));

// 7, 8. Headers.
const page = await get("/", host);
for (const [rule, part] of [
  ["7: policy", "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';"],
  ["7: frames", "frame-ancestors 'none'"],
  ["8: types", "x-content-type-options: nosniff"],
  ["8: referrer", "referrer-policy: no-referrer"],
  ["8: opener", "cross-origin-opener-policy: same-origin"],
])
  check(rule, page.head.includes(part), page.head);
check("7: no inline allowed", !/unsafe/.test(page.head));
check("8: not stored", read.head.includes("cache-control: no-store"));
const bytes = await get("/api/bytes?game=1&res=modules/demo01.mod/guard.utc", host, key);
check("8: bytes of the game are no page", bytes.head.includes("content-type: application/octet-stream") && bytes.head.includes("content-disposition: attachment"));

// 10. No paths.
for (const res of ["../../../etc/passwd", "/etc/passwd", "..%2f..%2fetc%2fpasswd", "override/../../x", "C:/Windows/win.ini", "%5c%5chost%5cshare"])
  equal(`10: ${res}`, (await get(`/api/bytes?game=1&res=${res}`, host, key)).status, 404);
for (const res of ["../x.utc", "override/../x.utc", "/tmp/x.utc", "override/con.utc", "override/a:b.utc", "nowhere/x.utc", "override/x.utc."])
  check(`10: new ${res}`, (await post(`/api/new?game=1&res=${encodeURIComponent(res)}`, "", host, key, json, origin)).status >= 400);
for (const path of ["/../../etc/passwd", "/assets/../../x", "/%2e%2e/x", "/assets/"]) equal(`10: page ${path}`, (await get(path, host)).status, 404);
equal("10: a place that was not given out", (await post("/api/open?place=999", "", host, key, json, origin)).status, 404);

// 11. A link is read, and never written through.
async function followLink() {
  const linked = "res=override/link.2da";
  equal("11: the link is read", (await get(`/api/bytes?game=1&${linked}`, host, key)).body, table);
  equal("11: it can be edited", (await post(`/api/edit?game=1&${linked}`, '[{"op":"set","path":"0/label","value":"Quay"}]', host, key, json, origin)).status, 200);
  const sum = /"sum":"(\w+)"/.exec((await get("/api/changes?game=1", host, key)).body)?.[1];
  const written = await post(`/api/apply?game=1&sum=${sum}`, "", host, key, json, origin);
  equal("11: what it leads to stays as it is", readFileSync(outside, "utf8"), table);
  check("11: the apply is refused", written.status >= 400, written.body);
  await post(`/api/discard?game=1&${linked}`, "", host, key, json, origin);
}
if (links) await followLink();

// 12. Limits.
check("12: a head of 64 KB", [0, 400, 413, 414, 431].includes((await get("/api/games", host, key, `X-Long: ${"x".repeat(65536)}`)).status));
check("12: 10,000 headers", [0, 400, 413, 431].includes((await get("/api/games", host, key, ...Array.from({ length: 10000 }, (_, i) => `X-${i}: 1`))).status));
check("12: 200 headers", [0, 400, 431].includes((await get("/api/games", host, key, ...Array.from({ length: 200 }, (_, i) => `X-${i}: 1`))).status));
equal("12: too many parameters", (await get(`/api/tree?${"a=1&".repeat(50)}game=1`, host, key)).status, 400);
const large = await raw(port, [`POST ${edit} HTTP/1.1`, host, key, json, origin, `Content-Length: ${(64 << 20) + 1}`, "", "["].join("\r\n"), { wait: 1500 });
equal("12: a body of more than 64 MiB", large.status, 413);
const many = await Promise.all(
  Array.from({ length: 40 }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(["GET /api/games HTTP/1.1", host, key, "", ""].join("\r\n"));
    return new Promise((resolve) => {
      socket.on("data", () => resolve([socket, true]));
      socket.on("error", () => resolve([socket, false]));
      setTimeout(() => resolve([socket, false]), 1500);
    });
  }),
);
const answered = many.filter(([, said]) => said).length;
check("12: not more than 32 connections are answered at a time", answered > 0 && answered <= 32, String(answered));
many.forEach(([socket]) => socket.destroy());
await new Promise((resolve) => setTimeout(resolve, 200));
const slow = connect(port, "127.0.0.1");
slow.write(`GET / HTTP/1.1\r\n${host}\r\nX-Slow: `);
const began = Date.now();
await new Promise((resolve) => (slow.on("close", resolve), slow.on("error", resolve), setTimeout(resolve, 20000)));
check("12: a head that does not end is cut off", slow.closed || slow.destroyed, `after ${Date.now() - began} ms`);
slow.destroy();

// 13. The parser.
const bad = (text) => raw(port, text, { wait: 1500 });
equal("13: two lengths", (await bad(`POST ${edit} HTTP/1.1\r\n${host}\r\n${key}\r\n${origin}\r\n${json}\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n[]`)).status, 400);
check("13: chunks", [400, 411, 501].includes((await bad(`POST ${edit} HTTP/1.1\r\n${host}\r\n${key}\r\n${origin}\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`)).status));
check("13: a negative length", [0, 400].includes((await bad(`POST ${edit} HTTP/1.1\r\n${host}\r\n${key}\r\n${origin}\r\n${json}\r\nContent-Length: -1\r\n\r\n`)).status));
check("13: no request at all", [0, 400].includes((await bad("\x00\x01\x02\r\n\r\n")).status));
// libmicrohttpd ends an address at a NUL: what stands before it is checked as any other.
equal("13: a NUL in the address", (await bad(`GET /api/games\x00 HTTP/1.1\r\n${host}\r\n\r\n`)).status, 401);
equal("13: decoded once", (await get("/api/info?game=1&res=modules%252fdemo01.mod%252fguard.utc", host, key)).status, 404);
equal("13: a control character", (await get("/api/info?game=1&res=a%0d%0ab", host, key)).status, 400);

// 15. Apply is bound to what was shown.
equal("15: apply without the sum", (await post("/api/apply?game=1", "", host, key, json, origin)).status, 400);
equal("15: apply with another sum", (await post("/api/apply?game=1&sum=0000000000000000", "", host, key, json, origin)).status, 409);
const kept = join(place.kotor, ".reliquary/undo");
check("15: nothing was written", !readdirSync(place.kotor).includes(".reliquary") || readdirSync(join(place.kotor, ".reliquary")).every((name) => name !== "undo" || !readdirSync(kept).length));

// 18. Other users of the machine: the token is nowhere but in the address that was printed.
const files = readdirSync(place.state, { recursive: true }).map((name) => join(place.state, name));
check("18: no file has the token", files.every((name) => !statSync(name).isFile() || !readFileSync(name, "latin1").includes(token)));

// 16. It ends when asked.
equal("16: quit", (await post("/api/quit", "", host, key, json, origin)).status, 200);
equal("16: the program has ended", await studio.stop(), 0);
place.remove();
end();
