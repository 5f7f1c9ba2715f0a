/** Formats a line: `what: figure (goal ≥ 93%: reached)`. */
export function goal(what: string, figure: string, wanted: string, reached: boolean): string {
  return `${what}: ${figure} (goal ${wanted}: ${reached ? 'reached' : 'missed'})`;
}
