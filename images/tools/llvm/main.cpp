// One static program that is each of LLVM's tools a sandbox uses, by the name it is started under: what a plain tool spends
// most of its life on, loading its shared libraries, does not happen. The tools' own sources, unchanged, and LLVM's own
// archives are linked into it; the Makefile says how.
#include "serve.h"

#include "lld/Common/Driver.h"
#include "lld/Common/ErrorHandler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LLVMDriver.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)

int clang_main(int, char **, const llvm::ToolContext &);
int llvm_objdump_main(int, char **, const llvm::ToolContext &);
int llvm_symbolizer_main(int, char **, const llvm::ToolContext &);
int llvm_mca_main(int, char **); // its `main`, renamed by the Makefile

// What lld's `main` does where the formats of other systems are not linked in.
static int lld_main(int count, char **words, const llvm::ToolContext &) {
	llvm::sys::Process::UseANSIEscapeCodes(true);
	llvm::ArrayRef<const char *> arguments(words, words + count);
	bool done = lld::elf::link(arguments, llvm::outs(), llvm::errs(), /*exitEarly=*/true, /*disableOutput=*/false);
	lld::exitLld(done ? 0 : 1);
}

void fillRegistries() {
	llvm::InitializeAllTargetInfos();
	llvm::InitializeAllTargets();
	llvm::InitializeAllTargetMCs();
	llvm::InitializeAllAsmPrinters();
	llvm::InitializeAllAsmParsers();
	llvm::InitializeAllDisassemblers();
	llvm::InitializeAllTargetMCAs();
}

int runTool(int count, char **words) {
	llvm::StringRef name = llvm::sys::path::filename(words[0]);
	name.consume_back("-" LLVM_MAJOR);
	if (name == "llvm-mca") return llvm_mca_main(count, words);

	llvm::InitLLVM start(count, words);
	llvm::ToolContext context{words[0], nullptr, false};
	if (name == "llvm-objdump") return llvm_objdump_main(count, words, context);
	if (name == "llvm-symbolizer") return llvm_symbolizer_main(count, words, context);
	if (name == "ld.lld") return lld_main(count, words, context);
	// Of several jobs, clang starts each as a process of this program, by the program's own name.
	bool part = count > 1 && llvm::StringRef(words[1]).starts_with("-cc1");
	if (part || name == "clang" || name == "clang++") return clang_main(count, words, context);
	llvm::errs() << words[0] << ": there is no tool of this name in here\n";
	return 127;
}

int main(int count, char **words) {
	if (count == 2 && llvm::StringRef(words[1]) == "--serve") return serve();
	return runTool(count, words);
}
