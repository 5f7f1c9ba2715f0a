import { problemOf } from '@ludus/kernel/result.ts';
import { VIEWER_PROBLEMS } from '../replay/open.ts';
import { fail, loadBytes, loadSidecar, warn } from './load.ts';
import { loadSecondMatch } from './second-match.ts';
import type { Viewer } from './state.ts';

/** Opens files that the user dropped or chose: a replay, with or without its sidecar, or two replays side by side. */
export async function openFiles(viewer: Viewer, files: Iterable<File>): Promise<void> {
  const all = [...files];
  const [replay, other] = all.filter((file) => !file.name.endsWith('.json'));
  const sidecar = all.find((file) => file.name.endsWith('.json'));
  if (replay !== undefined) loadBytes(viewer, new Uint8Array(await replay.arrayBuffer()), replay.name);
  if (sidecar !== undefined) loadSidecar(viewer, await sidecar.text(), sidecar.name);
  if (other !== undefined) await openSecondMatch(viewer, other);
}

/** Shows a file's match next to the shown match. */
export async function openSecondMatch(viewer: Viewer, file: File): Promise<boolean> {
  return loadSecondMatch(viewer, new Uint8Array(await file.arrayBuffer()), file.name);
}

/** Fetches a second match and shows it next to the first. */
export async function openSecondMatchAddress(viewer: Viewer, address: string): Promise<boolean> {
  const response = await fetchFile(viewer, address);
  return response !== undefined && loadSecondMatch(viewer, await bytesOf(response), fileNameOf(address));
}

/** The response header with the first difference between a replay and the rules' result, percent-encoded. */
const DIFFERS = 'ludus-differs';

/** Fetches a replay, and its sidecar if the caller names one. */
export async function openAddress(viewer: Viewer, address: string, sidecar: string | undefined): Promise<boolean> {
  const name = fileNameOf(address);
  const response = await fetchFile(viewer, address);
  if (response === undefined || !loadBytes(viewer, await bytesOf(response), name)) return false;
  viewer.address = address;
  const differs = response.headers.get(DIFFERS);
  if (differs !== null) warn(viewer, decodeURIComponent(differs));
  if (sidecar === undefined) return true;
  const other = await fetchFile(viewer, sidecar, true);
  const beside = other && (await bytesOf(other));
  if (beside !== undefined && beside.length > 0)
    loadSidecar(viewer, new TextDecoder().decode(beside), fileNameOf(sidecar));
  return true;
}

const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

/** The file's name at the end of an address. */
function fileNameOf(address: string): string {
  return decodeURIComponent(new URL(address, location.href).pathname.split('/').pop() ?? address);
}

/** @param mayLack whether a missing file isn't an error */
async function fetchFile(viewer: Viewer, address: string, mayLack = false): Promise<Response | undefined> {
  try {
    const response = await fetch(address);
    if (response.ok) return response;
    if (mayLack && response.status === 404) return undefined;
    fail(viewer, problemOf(VIEWER_PROBLEMS, 'load/status', address, response.status), address);
  } catch {
    fail(viewer, problemOf(VIEWER_PROBLEMS, 'load/network', address), address);
  }
  return undefined;
}
