/** Largest picture of a message in MB when the server names no limit [MEDIA-23 MEDIA-25]. */
export const defaultPictureLimit = 10
/** 1 MB in bytes [MEDIA-24]. */
export const bytesPerMegabyte = 1_000_000
/** What picking and uploading let pass above a limit (DEC-86) [MEDIA-26 MEDIA-36]. */
const tolerance = 1.05

/** Most bytes a file may have for a limit in MB, the tolerance included. */
export const mostBytes = (limit: number): number => limit * bytesPerMegabyte * tolerance
