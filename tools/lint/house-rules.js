/** A plugin for oxlint, with rules that no published plugin has. JavaScript, because editors run it with any Node. */

/** A path of the interface, or the start of one: `/configuration/…` or `/workspace/…`. */
const interfacePath = /^\S*\/(configuration|workspace)(?![\w-]*\.[jt]sx?$)|^configuration\//;

export default {
  meta: { name: 'house' },
  rules: {
    /** Disallows `export * from`, because an entry point lists its exports. */
    'no-export-all': {
      create: (context) => ({
        ExportAllDeclaration: (node) => context.report({ node, message: 'List the exports by name.' }),
      }),
    },
    /** Disallows comments that switch off a rule of the linter. */
    'no-disable-comments': {
      create: (context) => ({
        Program: () => {
          for (const node of context.sourceCode.getAllComments())
            if (/^\s*(eslint|oxlint)-disable/.test(node.value))
              context.report({ node, message: 'Change the code, or the rule in .oxlintrc.json.' });
        },
      }),
    },
    /** Disallows paths of the interface outside the endpoint table of the contract. */
    'no-path-literals': {
      create: (context) => {
        const check = (node, text) => {
          if (interfacePath.test(text))
            context.report({ node, message: 'Take the path from `endpoints` of the contract.' });
        };
        return {
          Literal: (node) => check(node, node.regex?.pattern.replaceAll('\\', '') ?? String(node.value)),
          TemplateElement: (node) => check(node, node.value.raw),
        };
      },
    },
  },
};
