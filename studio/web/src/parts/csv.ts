/** Rows of a CSV as RFC 4180 has it. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[at++];
        else break;
      }
      at++;
    } else {
      const end = /[,\r\n]/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      cell = text.slice(at, stop);
      at = stop;
    }
    row.push(cell);
    if (text[at] === ",") {
      at++;
      if (at === text.length) row.push("");
      continue;
    }
    while (text[at] === "\r" || text[at] === "\n") {
      at++;
      if (text[at - 1] === "\n") break;
    }
    rows.push(row);
    row = [];
  }
  if (row.length) rows.push(row);
  return rows;
}
