/** A row that no one has joined yet. */
export interface CodeLine {
  readonly id: string;
  readonly name: string;
  readonly group: string | null;
  readonly code: string;
  readonly link: string;
}

/** The personal codes for a table calculation or a mail merge: `id,name,group,code,link`, each field quoted, UTF-8 by its mark. */
export function codesCsv(lines: readonly CodeLine[]): string {
  const rows = lines.map(({ id, name, group, code, link }) => [id, harmless(name), harmless(group ?? ''), code, link]);
  const written = [['id', 'name', 'group', 'code', 'link'], ...rows].map((fields) =>
    fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(','),
  );
  return `\uFEFF${written.join('\r\n')}\r\n`;
}

/** A table calculation takes for a formula what begins like one. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
