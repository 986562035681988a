import { outlineOf } from '../../../build/documentation/documented.ts'

/** Every address of the documentation with its title; worked out when the web app is built. */
export const addresses = [
  ...outlineOf().guides.map(({ address, title }) => ({ path: address, title: `${title} · Documentation` })),
  ...outlineOf().groups.flatMap((group) => [
    { path: group.address, title: `${group.title} · Documentation` },
    ...group.endpoints.map(({ address, summary }) => ({ path: address, title: `${summary} · Documentation` })),
  ]),
]
