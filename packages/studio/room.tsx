import { renderRoom } from './room/page.tsx';

renderRoom(document.getElementById('room')!);
