/** Lower case without accents, so that typing "viet" finds "Việt". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/đ/gi, 'd')
    .toLowerCase()
    .trim()

/** Whether a name holds what a person typed, whatever its case and accents. */
export const matchesName = (name: string, typed: string): boolean => plain(name).includes(plain(typed))
