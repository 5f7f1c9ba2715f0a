/** Adds a sheet of style to the shadow tree (or page) that an element is in, once. It is made by script, which strict policies allow. */
export function addStyle(element: Element | null, css: string): void {
  const root = element?.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  let sheet = SHEETS.get(css);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    SHEETS.set(css, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
}
const SHEETS = new Map<string, CSSStyleSheet>();
