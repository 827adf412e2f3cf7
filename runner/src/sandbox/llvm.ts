/** LLVM's tools in the images, named by version as Debian names them. */

/** The version of every tool that is used: compiler, linker, disassembler, symbolizer and llvm-mca. */
export const llvmVersion = 22;

/** The file of a tool: `llvm-mca`, say. */
export const llvmTool = (name: string): string => `/usr/bin/${name}-${llvmVersion}`;

/** An older llvm-mca beside it, whose models show how much a prediction changes with the version. */
export const olderLlvmMca = { version: '19', program: '/usr/bin/llvm-mca-19' };
