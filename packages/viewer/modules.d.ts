declare module '*.css?inline' {
  const text: string;
  export default text;
}
declare module 'gifenc' {
  /** Up to 256 colours, each with red, green, and blue from 0 to 255. */
  export type Palette = number[][];
  export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
  export interface GifFrame {
    readonly palette: Palette;
    /** Display time of the picture, in milliseconds. */
    readonly delay: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** 1: the previous picture remains where this one is transparent. */
    readonly dispose?: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: GifFrame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
