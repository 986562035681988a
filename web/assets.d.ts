/** A file of its own in the bundle, by its address. */
declare module '*?url' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports it so.
  export default address
}
