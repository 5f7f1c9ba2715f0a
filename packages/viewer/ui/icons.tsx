import { LOGO } from '../view/palette.ts';

/** Icons, drawn in a box of 24 × 24. */
const PATHS = {
  play: 'M7 4.5v15l13-7.5z',
  pause: 'M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z',
  first: 'M5 5h2.6v14H5zM20 5v14L8.6 12z',
  last: 'M16.4 5H19v14h-2.6zM4 5l11.4 7L4 19z',
  back: 'M17 5v14L5.6 12z',
  forward: 'M7 5l11.4 7L7 19z',
  back10: 'M12 5v14L2.5 12zM21.5 5v14L12 12z',
  forward10: 'M12 5l9.5 7-9.5 7zM2.5 5L12 12l-9.5 7z',
  loop: 'M7 7h9.5V4l5 4.5-5 4.5v-3H9.5v3L7 15.5zM17 17H7.5v3l-5-4.5 5-4.5v3h7v-3l2.5-2.5z',
  slow: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2.400a6.600 6.600 0 1 1 0 13.200 6.600 6.600 0 0 1 0-13.200zM10.900 7.500h2.200v4.200l3 2.900-1.500 1.600-3.700-3.500z',
  sound:
    'M3 9h4.200L13 4v16l-5.800-5H3zM15.500 8.200a5 5 0 0 1 0 7.600zM15.500 4.500a8.500 8.500 0 0 1 0 15v-2.300a6.400 6.400 0 0 0 0-10.400z',
  mute: 'M3 9h4.200L13 4v16l-5.800-5H3zM15 9.600l1.400-1.400 2.200 2.200 2.200-2.200 1.400 1.400-2.200 2.200 2.200 2.200-1.400 1.400-2.200-2.200-2.200 2.200L15 14l2.200-2.200z',
  open: 'M3 5.5h6l2 2.5h10v2.2H6.6L4.4 18 3 17.4zM7.8 11.6H23L20 19.5H4.8z',
  help: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.2 15h2.3v2.2h-2.3zm1.2-12c2.4 0 4 1.4 4 3.5 0 2.5-2.9 3-2.9 5v.8h-2.3v-1c0-3 2.8-3.3 2.8-4.8 0-.9-.6-1.5-1.6-1.5s-1.8.6-1.9 1.9H7.8C7.9 6.5 9.6 5 12 5z',
  sun: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 4.900l1.4-1.4 2.9 2.9-1.4 1.400zM16.2 17.600l1.4-1.4 2.9 2.9-1.4 1.400zM16.2 6.400l2.9-2.9 1.4 1.4-2.9 2.900zM3.5 19.100l2.9-2.9 1.4 1.4-2.9 2.900z',
  moon: 'M20 14.600A8.6 8.6 0 0 1 9.4 4 8.6 8.6 0 1 0 20 14.600z',
  panel: 'M3 4h18v16H3zM5 6v12h9V6z',
  menu: 'M3 5h18v2.400H3zM3 10.800h18v2.400H3zM3 16.600h18v2.400H3z',
  plus: 'M10.8 4h2.400v6.800H20v2.400h-6.800V20h-2.400v-6.800H4v-2.400h6.800z',
  minus: 'M4 10.800h16v2.400H4z',
  fit: 'M3 3h7v2.400H5.400V10H3zM14 3h7v7h-2.400V5.400H14zM3 14h2.400v4.600H10V21H3zM18.6 14H21v7h-7v-2.400h4.600z',
  up: 'M12 7l8 8.500-1.800 1.800L12 10.700l-6.200 6.600L4 15.500z',
  down: 'M12 17l-8-8.500 1.800-1.800L12 13.300l6.200-6.600L20 8.500z',
  large: 'M13.500 3H21v7.500h-2.600V7.400l-11 11h3.100V21H3v-7.500h2.600v3.100l11-11h-3.100z',
  beside: 'M2 4h9v16H2zM4 6v12h5V6zM13 4h9v16h-9zM15 6v12h5V6z',
  branch:
    'M6 2.500a2.800 2.800 0 0 1 1.200 5.300v3.200c.9-.6 2.200-1 4-1.200 2.600-.3 3.400-.9 3.600-2.100a2.800 2.800 0 1 1 2.400.1c-.3 2.700-2.100 4-5.700 4.400-3.200.400-4.300 1.300-4.300 2.800v1.200a2.800 2.800 0 1 1-2.400 0V7.800A2.800 2.800 0 0 1 6 2.500z',
  link: 'M10.500 6.500l3-3a5 5 0 0 1 7 7l-3 3-1.600-1.600 3-3a2.700 2.700 0 0 0-3.800-3.800l-3 3zM13.500 17.500l-3 3a5 5 0 0 1-7-7l3-3 1.600 1.600-3 3a2.700 2.700 0 0 0 3.800 3.800l3-3zM8.200 14.200l6-6 1.600 1.600-6 6z',
  close: 'M5.7 4L12 10.3 18.3 4 20 5.7 13.7 12l6.3 6.3-1.7 1.7-6.3-6.300L5.7 20 4 18.3 10.3 12 4 5.700z',
  film: 'M2 4h20v16H2zM4 6v2.200h2V6zM4 10.900v2.200h2v-2.200zM4 15.800V18h2v-2.200zM18 6v2.200h2V6zM18 10.900v2.200h2v-2.200zM18 15.800V18h2v-2.200zM8 6v12h8V6zM10.500 9l4 3-4 3z',
  snow: 'M11 2h2v4l2.5-1.5 1 1.700L13 8.300v2l1.7-1V5.300h2v2.900l3.5-2 1 1.7-3.5 2 2.5 1.5-1 1.7-3.5-2-1.7 1 1.7 1 3.5-2 1 1.7-2.5 1.5 3.5 2-1 1.7-3.5-2v2.900h-2v-4l-1.7-1v2l3.5 2.1-1 1.700L13 18v4h-2v-4l-2.5 1.5-1-1.7 3.5-2.100v-2l-1.7 1v4h-2v-2.900l-3.5 2-1-1.7 3.5-2-2.5-1.5 1-1.7 3.5 2 1.7-1-1.7-1-3.5 2-1-1.7 2.5-1.5-3.5-2 1-1.7 3.5 2V5.300h2v4l1.7 1v-2L7.5 6.200l1-1.700L11 6z',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fill-rule="evenodd" />
    </svg>
  );
}

/** The mark of a seat: its shape in its colour. */
export function SeatMark({ path, color, size = 14 }: { path: string; color: string; size?: number }) {
  return (
    <svg
      class="seat-mark"
      viewBox="-1.25 -1.25 2.5 2.5"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} fill={color} />
    </svg>
  );
}

/** The four seats' marks as a logo. */
export function Logo({ size }: { size: number }) {
  return (
    <svg class="logo" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      {LOGO.map(({ path, color }) => (
        <path key={path} d={path} fill={color} />
      ))}
    </svg>
  );
}
