import type { ColourKey } from '#vision/colour-names.ts';

/** A rectangle in fractions (0 to 1) of the picture's width and height. */
export type Box = { x: number; y: number; width: number; height: number };

/** Words that stand in a picture on one line; the box holds them even when they are tilted. */
export type SeenText = { text: string; score: number; box: Box };

/** A face; the product of two vectors tells how likely both are one person. `sharpness` is 0 (a blur) to 1. */
export type SeenFace = { box: Box; score: number; vector: Float32Array; sharpness: number };

/** A joint of a person, in fractions of the picture; believed from 0.3 on. */
export type PosePoint = { name: string; x: number; y: number; score: number };

/** A colour and how much of something has it, 0 to 1. */
export type SeenColour = { key: ColourKey; share: number };

/** A thing with its place and colours, the largest first; `key` stays the same whatever the label is changed to. */
export type SeenObject = { key: string; label: string; score: number; box: Box; colours?: SeenColour[] };

/**
 * Somebody with what is worn. `male` is 0 (looks like a woman) to 1, years a guess; both only where the face is large
 * enough. Clothes that are not seen have no colours.
 */
export type SeenPerson = {
  box: Box;
  score: number;
  male?: number;
  years?: number;
  points: PosePoint[];
  top: SeenColour[];
  bottom: SeenColour[];
  hat: SeenColour[];
};

/** What a picture as a whole shows. */
export type SeenScene = { key: string; label: string; score: number };

/** A part of a picture and how it looks. */
export type SeenCrop = { box: Box; vector: Float32Array };

/** What was seen in one picture. Parts that were not wanted are empty. */
export type Sight = {
  /** Of the picture as it was looked at: upright, scaled down to 1,920 at most. */
  width: number;
  height: number;
  text: SeenText[];
  faces: SeenFace[];
  objects: SeenObject[];
  scenes: SeenScene[];
  /** Of length 1; the product of two tells how alike the pictures look. */
  vector: Float32Array;
  /** Vectors of parts of the picture: its middle and its largest things; what a product in it is found by. */
  crops: SeenCrop[];
  /** How many persons are seen, by face or by figure. */
  people: number;
  /** The largest of them, looked at closely. */
  persons: SeenPerson[];
  /** Colours of the upper and the lower third. */
  upper: SeenColour[];
  lower: SeenColour[];
};

/** A part of a sight; each is paid for by itself. */
export type SightPart = 'text' | 'faces' | 'objects' | 'scenes' | 'vector' | 'crops' | 'persons';

/** Pixels in rows, three bytes each: red, green, blue. */
export type RawPicture = { data: Uint8Array; width: number; height: number };

/** A JPEG, PNG or WebP file by its path, or pixels. */
export type Picture = string | RawPicture;

/** What the model process gets. */
export type SeeInput = { pictures: Picture[]; want: SightPart[] };

export const SIGHT_PARTS: readonly SightPart[] = ['text', 'faces', 'objects', 'scenes', 'vector', 'crops', 'persons'];

/** A sight of nothing, to be filled. */
export function emptySight(width = 0, height = 0): Sight {
  return {
    width,
    height,
    text: [],
    faces: [],
    objects: [],
    scenes: [],
    vector: new Float32Array(0),
    crops: [],
    people: 0,
    persons: [],
    upper: [],
    lower: [],
  };
}
