/** Traditional and simplified characters: pairs `門 门` joined by bars. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}
