module.exports = {
  resolver: { sourceExts: ['js', 'cjs', 'mjs', 'json'] },
  transformer: { getTransformOptions: () => ({ transform: { experimentalImportSupport: true } }) },
};
