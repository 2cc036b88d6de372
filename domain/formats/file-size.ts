/** Units with the number of bytes at which they start. */
const units = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const

/** Formats a size in bytes in this language; a megabyte is 1,000,000 bytes: "1.4 MB". */
export function sizeIn(locale: string, size: number): string {
  const { unit, bytes } = units.find((one) => size >= one.bytes) ?? { unit: 'byte', bytes: 1 }
  const maximumFractionDigits = unit === 'megabyte' || unit === 'gigabyte' ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(size / bytes)
}
