/** Components that other pages use. */
export { Icon, Logo, SeatMark } from './ui/icons.tsx';
export { SecondMatch } from './ui/second-match.tsx';
