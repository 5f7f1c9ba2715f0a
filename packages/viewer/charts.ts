/** The charts of a match. */
export { Charts } from './ui/charts.tsx';
