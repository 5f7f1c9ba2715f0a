/** The texts of a podium's picture. */
export interface PodiumPicture {
  readonly title: string;
  readonly about: string;
  /** At most three rows, the best first. */
  readonly rows: readonly { readonly place: number; readonly name: string; readonly points: string }[];
}

const WIDTH = 1200;
const HEIGHT = 675;
/** The steps from left to right: second, first, and third place, with their heights. */
const STEPS = [
  { at: 1, height: 190 },
  { at: 0, height: 270 },
  { at: 2, height: 130 },
] as const;
const STEP_WIDTH = 330;

/** Returns a podium as a PNG to download, in the page's colours. */
export async function podiumPng({ title, about, rows }: PodiumPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d')!;
  const color = colorsOf(document.body);
  pen.fillStyle = color('--ground');
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.textAlign = 'center';
  const write = (text: string, x: number, y: number, size: number, ink: string, width: number, weight = 400) => {
    pen.font = `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
    pen.fillStyle = ink;
    pen.fillText(text, x, y, width);
  };
  write(title, WIDTH / 2, 90, 54, color('--ink'), WIDTH - 80, 800);
  write(about, WIDTH / 2, 136, 26, color('--soft'), WIDTH - 80);
  for (const [column, { at, height }] of STEPS.entries()) {
    const row = rows[at];
    if (!row) continue;
    const left = (WIDTH - 3 * STEP_WIDTH) / 2 + column * STEP_WIDTH;
    const middle = left + STEP_WIDTH / 2;
    const top = HEIGHT - 40 - height;
    pen.fillStyle = row.place === 1 ? color('--accent') : color('--line');
    pen.fillRect(left + 6, top, STEP_WIDTH - 12, height);
    write(row.name, middle, top - 52, 38, color('--ink'), STEP_WIDTH - 20, 700);
    write(row.points, middle, top - 16, 24, color('--soft'), STEP_WIDTH - 20);
    write(String(row.place), middle, top + 84, 72, color(row.place === 1 ? '--ground' : '--ink'), STEP_WIDTH, 800);
  }
  return await new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the picture could not be created'))), 'image/png'),
  );
}

/**
 * Returns the page's colours by name, resolved for the page's colour scheme, because a canvas doesn't support CSS
 * variables.
 */
function colorsOf(page: HTMLElement): (name: string) => string {
  const probe = document.createElement('i');
  page.append(probe);
  const colors = new Map(
    ['--ground', '--ink', '--soft', '--line', '--accent'].map((name) => {
      probe.style.color = `var(${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return (name) => colors.get(name)!;
}
