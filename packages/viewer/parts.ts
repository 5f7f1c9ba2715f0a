/** The parts that the viewer loads at first use. A page with one script replaces this file (`studio/embed`). */
export const PARTS = {
  charts: async () => (await import('./ui/charts.tsx')).Charts,
  clip: async () => (await import('./ui/clip.tsx')).ClipDialog,
  beside: async () => (await import('./ui/second-match.tsx')).SecondMatch,
};
