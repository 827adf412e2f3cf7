// What the static program leaves out, and what stands in for it: nothing of it is reached by a sandbox's commands. Each
// would bring a library Debian has no archive of, or options that two tools both define.
#include "lld/Common/TargetOptionsCommandFlags.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/Debuginfod/BuildIDFetcher.h"
#include "llvm/Debuginfod/Debuginfod.h"
#include "llvm/Debuginfod/HTTPClient.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SMTAPI.h"
#include "llvm/Support/raw_ostream.h"

// Debug information from the network (libcurl): a sandbox has none. Files by build id are found as ever.
bool llvm::canUseDebuginfod() { return false; }
bool llvm::HTTPClient::isAvailable() { return false; }
void llvm::HTTPClient::initialize() {}
void llvm::HTTPClient::cleanup() {}
std::optional<std::string> llvm::DebuginfodFetcher::fetch(object::BuildIDRef id) const {
	return BuildIDFetcher::fetch(id);
}

// The static analyzer's solver (libz3), which only `clang --analyze` may ask for.
llvm::SMTSolverRef llvm::CreateZ3Solver() { llvm::report_fatal_error("Z3 is not linked into this clang", false); }
void llvm::SMTSort::dump() const { print(llvm::errs()); }
void llvm::SMTExpr::dump() const { print(llvm::errs()); }
void llvm::SMTSolver::dump() const { print(llvm::errs()); }

// The polyhedral optimiser, which does nothing unless `-mllvm -polly` asks for it.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
	return {LLVM_PLUGIN_API_VERSION, "Polly", LLVM_VERSION_STRING, [](llvm::PassBuilder &) {}};
}

// Link-time optimisation's code generator options. lld defines them, as `-mllvm` options, under names llvm-mca has too.
llvm::codegen::RegisterCodeGenFlags::RegisterCodeGenFlags() {}
llvm::TargetOptions lld::initTargetOptionsFromCodeGenFlags() { return {}; }
std::optional<llvm::Reloc::Model> lld::getRelocModelFromCMModel() { return {}; }
std::optional<llvm::CodeModel::Model> lld::getCodeModelFromCMModel() { return {}; }
std::string lld::getCPUStr() { return {}; }
std::vector<std::string> lld::getMAttrs() { return {}; }

// A static program registers its unwinding information when it starts and takes it back when it ends. libgcc reads all of it each
// time (8 MiB: a third of the time that a tool without work takes), for exceptions. Nothing here throws, and a stack trace finds
// the information without that. The linker calls these functions instead.
extern "C" void __wrap___register_frame_info(const void *, void *) {}
extern "C" void *__wrap___deregister_frame_info(const void *) { return nullptr; }

// Two functions that write to each of some 1,500 options, for which the kernel copies 100 pages of a process that the server forked.
// A process parses options once, so none is to be reset; and which options are unrelated concerns the text of `--help` alone.
extern "C" void __wrap__ZN4llvm2cl25ResetAllOptionOccurrencesEv() {}
extern "C" void __wrap__ZN4llvm2cl20HideUnrelatedOptionsENS_8ArrayRefIPKNS0_14OptionCategoryEEERNS0_10SubCommandE() {}
