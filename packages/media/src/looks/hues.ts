/** Hues in degrees of OKLab. */
export const RED = 29;
export const ORANGE = 60;
export const YELLOW = 110;
export const GREEN = 142;
export const TEAL = 195;
export const BLUE = 264;
export const MAGENTA = 328;
/** Where skin lies: changes here decide whether people look alive. */
export const SKIN = 50;
