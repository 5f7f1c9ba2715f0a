/** An error in a request, with a message for the client. The simulator continues. */
export class RequestError extends Error {}

/** Maximum length of a request in bytes. A longer request is an error. */
export const MAX_REQUEST_BYTES = 2 ** 30;

/**
 * An error in the input itself, after which the start of the next request is unknown. Such an error ends the simulator.
 */
export class InputError extends Error {}

export const cutOff = (): InputError => new InputError('the input ended in the middle of a request');

/** @throws InputError if a request with this number of bytes is too long */
export function lengthOf(length: number): number {
  if (length > MAX_REQUEST_BYTES)
    throw new InputError(`a request has ${length} bytes, but at most ${MAX_REQUEST_BYTES} are allowed`);
  return length;
}

/** Reads the numbers of a request, little-endian. */
export class RequestReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  int32(what: string): number {
    if (this.left < 4) throw new RequestError(`the request ends where ${what} should be`);
    this.at += 4;
    return this.view.getInt32(this.at - 4, true);
  }

  /** Reads a 64-bit whole number that a double represents exactly. */
  seed(): number {
    if (this.left < 8) throw new RequestError('the request ends where a seed should be');
    this.at += 8;
    const seed = Number(this.view.getBigInt64(this.at - 8, true));
    if (!Number.isSafeInteger(seed)) throw new RequestError(`a seed can have at most 53 bits, not ${seed}`);
    return seed;
  }

  /** Reads the next `length` bytes. */
  list(length: number, what: string): Uint8Array {
    if (this.left < length) throw new RequestError(`expected ${length} bytes of ${what}, found ${this.left}`);
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  end(): void {
    if (this.left > 0) throw new RequestError(`the request has ${this.left} bytes too many`);
  }
}
