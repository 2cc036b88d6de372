/** The server's figure where it names one, else the usual one: nothing and less than nothing name none. */
export const limitOr = (configured: number | undefined, usual: number): number =>
  configured !== undefined && configured > 0 ? configured : usual
