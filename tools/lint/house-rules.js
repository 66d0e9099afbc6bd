/**
 * Rules for oxlint that no published plugin has. They are in JavaScript, because editors may run them with any version
 * of Node.
 */

/** A path of the interface, or the start of one, such as `/configuration/…` or `/workspace/…`. */
const interfacePath = /^\S*\/(configuration|workspace)(?![\w-]*\.[jt]sx?$)|^configuration\//;

export default {
  meta: { name: 'house' },
  rules: {
    /** Every entry point lists its exports by name. */
    'no-export-all': {
      create: (context) => ({
        ExportAllDeclaration: (node) => context.report({ node, message: 'List the exports by name.' }),
      }),
    },
    'no-disable-comments': {
      create: (context) => ({
        Program: () => {
          for (const node of context.sourceCode.getAllComments())
            if (/^\s*(eslint|oxlint)-disable/.test(node.value))
              context.report({ node, message: 'Fix the code, or change the rule in .oxlintrc.json.' });
        },
      }),
    },
    /** Only the endpoint table of the contract contains paths of the interface. */
    'no-path-literals': {
      create: (context) => {
        const check = (node, text) => {
          if (interfacePath.test(text))
            context.report({ node, message: 'Use the path from `endpoints` in the contract.' });
        };
        return {
          Literal: (node) => {
            if (node.parent.type === 'ImportDeclaration') return;
            check(node, node.regex?.pattern.replaceAll('\\', '') ?? String(node.value));
          },
          TemplateElement: (node) => check(node, node.value.raw),
        };
      },
    },
  },
};
