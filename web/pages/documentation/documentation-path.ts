export const documentationPath = '/documentation'
