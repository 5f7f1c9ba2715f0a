/** Components and functions that other pages use. */
export { Icon, Logo, SeatMark } from './ui/icons.tsx';
export { saveFile } from './ui/save-file.ts';
