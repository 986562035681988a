/** Style sheets are imported for the bundler alone; nothing comes out of them. */
declare module '*.css' {}
