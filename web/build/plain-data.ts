/**
 * Lets modules of the web app be worked out when it is built: whatever a module in a folder `contents` exports is plain data, and
 * the browser gets that data instead of the code that makes it. So the contract's schemas, and the library that reads them, stay
 * out of the bundle. The build itself imports the same modules as they are. In development they are worked out again when
 * something that they are made of changes.
 */
import { pathToFileURL } from 'node:url'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'
import { plainSource } from './plain-source.ts'

const isData = /\/web\/pages\/[\w-]+\/contents\/[\w-]+\.ts$/

/** The plugin; a build has the data of the moment when a module is first asked for. */
export function plainData(): Plugin {
  let dev: ViteDevServer | undefined
  const madeOf = new Map<string, ReadonlySet<string>>()
  return {
    name: 'plain-data',
    enforce: 'pre',
    configureServer(server) {
      dev = server
    },
    async load(id, options) {
      const [file = ''] = id.split('?')
      if (!isData.test(file)) return null
      if (dev === undefined) return plainSource(await import(pathToFileURL(file).href))
      // What works it out asks for the module as it is.
      if (options?.ssr === true) return null
      const data = await dev.ssrLoadModule(file)
      madeOf.set(file, sourcesOf(dev, file))
      return plainSource(data)
    },
    hotUpdate({ file: changed, modules }) {
      const { name, moduleGraph } = this.environment
      if (name !== 'client') return
      const outdated = [...madeOf].filter(([, sources]) => sources.has(changed)).map(([file]) => file)
      return [...modules, ...outdated.flatMap((file) => [...(moduleGraph.getModulesByFile(file) ?? [])])]
    },
  }
}

/** The files that a module is made of, itself left out. */
function sourcesOf({ environments }: ViteDevServer, file: string): Set<string> {
  const found = new Set<string>()
  const add = (module: EnvironmentModuleNode) => {
    for (const imported of module.importedModules) {
      if (imported.file === null || found.has(imported.file)) continue
      found.add(imported.file)
      add(imported)
    }
  }
  for (const module of environments.ssr.moduleGraph.getModulesByFile(file) ?? []) add(module)
  return found
}
