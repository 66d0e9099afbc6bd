/**
 * An oxlint plugin with rules that no published plugin has. The plugin is written in JavaScript, because editors may
 * run it with any version of Node.
 */

/** Matches a path of the interface, or the start of a path. Examples are `/configuration/…` and `/workspace/…`. */
const interfacePath = /^\S*\/(configuration|workspace)(?![\w-]*\.[jt]sx?$)|^configuration\//;

export default {
  meta: { name: 'house' },
  rules: {
    /** This rule disallows `export * from`. Every entry point lists its exports by name. */
    'no-export-all': {
      create: (context) => ({
        ExportAllDeclaration: (node) => context.report({ node, message: 'List the exports by name.' }),
      }),
    },
    /** This rule disallows comments that disable a lint rule. */
    'no-disable-comments': {
      create: (context) => ({
        Program: () => {
          for (const node of context.sourceCode.getAllComments())
            if (/^\s*(eslint|oxlint)-disable/.test(node.value))
              context.report({ node, message: 'Fix the code, or change the rule in .oxlintrc.json.' });
        },
      }),
    },
    /** This rule disallows paths of the interface outside the endpoint table of the contract. */
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
