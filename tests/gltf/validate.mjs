// Validates GLB files with Khronos' gltf-validator.
//
//     node validate.mjs [--verbose] PATH...
//
// A folder stands for every .glb below it. One line for each file with a problem,
// then "validated N: errors E, warnings W". Exit code 1 if there was an error or a
// warning, or nothing to validate. --verbose prints every message, infos and hints
// too; those don't count.
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import validator from "gltf-validator";

const SEVERITIES = ["error", "warning", "info", "hint"];

async function glbFiles(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const files = [];
  const entries = await readdir(path, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) files.push(...(await glbFiles(child)));
    else if (entry.name.toLowerCase().endsWith(".glb")) files.push(child);
  }
  return files;
}

function describe(message) {
  const place = message.pointer ?? (message.offset !== undefined ? `byte ${message.offset}` : "file");
  return `${SEVERITIES[message.severity]} ${message.code} at ${place}: ${message.message}`;
}

// Errors, warnings and messages of one file; a file the validator can't take at all
// is one error.
async function validate(path) {
  try {
    const bytes = new Uint8Array(await readFile(path));
    const { issues } = await validator.validateBytes(bytes, { uri: path, format: "glb", maxIssues: 0 });
    return { errors: issues.numErrors, warnings: issues.numWarnings, messages: issues.messages };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { errors: 1, warnings: 0, messages: [{ severity: 0, code: "UNREADABLE", message: text }] };
  }
}

const verbose = process.argv.includes("--verbose");
const paths = process.argv.slice(2).filter((argument) => argument !== "--verbose");
const total = { files: 0, errors: 0, warnings: 0 };
for (const path of paths) {
  let files = [];
  try {
    files = await glbFiles(path);
  } catch (error) {
    console.log(`${path}: ${error.message}`);
    total.errors += 1;
  }
  for (const file of files) {
    const { errors, warnings, messages } = await validate(file);
    total.files += 1;
    total.errors += errors;
    total.warnings += warnings;
    const worst = [...messages].sort((a, b) => a.severity - b.severity);
    if (errors + warnings > 0)
      console.log(`${file}: errors ${errors}, warnings ${warnings}; ${describe(worst[0])}`);
    if (verbose) for (const message of worst) console.log(`  ${file}: ${describe(message)}`);
  }
}
console.log(`validated ${total.files}: errors ${total.errors}, warnings ${total.warnings}`);
process.exitCode = total.files > 0 && total.errors + total.warnings === 0 ? 0 : 1;
