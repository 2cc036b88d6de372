/** The text of a migration, embedded by the bundler. */
declare module '*.sql?raw' {
  const text: string
  export default text
}
