// The static program as a server: a process whose registries are filled, and of which every request gets a copy (a fork),
// so that a tool begins at its `main`'s first line in a millisecond. images/base/supervisor/serve.go is its other end.
//
// On standard input, from the supervisor alone, one after another:
//	u32 length, u32 uid, u64 CPU seconds, address space, file bytes, processes, open files, then, each ended by a zero byte:
//	the step's folder, the folder of its pipes, u32 words of the command line and these, u32 variables and these
// On standard output: a zero when it is ready, then for each request the pid of its copy, or minus an errno.
//
// A copy is a child of the supervisor, not of the server: what limits, watches, ends and counts other steps does so with it.
// The server itself reads, opens, forks, and never waits for anything a step could hold up.
#include "become.h"
#include "serve.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <cstdio>
#include <sched.h>
#include <signal.h>
#include <string>
#include <sys/syscall.h>
#include <vector>

extern char **environ;

namespace {

enum { MOST_BYTES = 4 << 20 };

struct Request {
	step identity;
	std::string folder, pipes;
	std::vector<std::string> words, variables;
};

// True at the end of what there is to read, and only there.
bool readAll(void *to, size_t length) {
	for (char *at = static_cast<char *>(to); length > 0;) {
		ssize_t count = read(STDIN_FILENO, at, length);
		if (count < 0 && errno == EINTR) continue;
		if (count <= 0) return false;
		at += count, length -= count;
	}
	return true;
}

void answer(int32_t number) {
	if (write(STDOUT_FILENO, &number, sizeof number) != sizeof number) _exit(1);
}

// A request that is not of this form ends the server; the supervisor then starts tools without it.
struct Fields {
	const char *at, *end;
	template <class Number> Number number() {
		Number value;
		if (size_t(end - at) < sizeof value) _exit(1);
		memcpy(&value, at, sizeof value);
		at += sizeof value;
		return value;
	}
	std::string text() {
		size_t length = strnlen(at, end - at);
		if (at + length == end) _exit(1);
		std::string value(at, length);
		at += length + 1;
		return value;
	}
	std::vector<std::string> texts() {
		std::vector<std::string> values;
		for (uint32_t count = number<uint32_t>(); count > 0; count--) values.push_back(text());
		return values;
	}
};

Request parse(const std::vector<char> &bytes) {
	Fields fields{bytes.data(), bytes.data() + bytes.size()};
	Request request;
	step &identity = request.identity;
	identity.uid = fields.number<uint32_t>();
	for (rlim_t *one : {&identity.cpu_seconds, &identity.address_space, &identity.file_size, &identity.processes,
	                    &identity.open_files})
		*one = fields.number<uint64_t>();
	request.folder = fields.text();
	request.pipes = fields.text();
	request.words = fields.texts();
	request.variables = fields.texts();
	if (request.words.empty() || fields.at != fields.end) _exit(1);
	return request;
}

// Named pipes the supervisor has made and reads, which nobody else may open; without one for standard input, nothing.
bool openPipes(const std::string &folder, int (&ends)[STATUS + 1]) {
	for (int number = 0; number <= STATUS; number++) {
		std::string path = folder + "/" + std::to_string(number);
		ends[number] = open(path.c_str(), (number ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
		if (ends[number] < 0 && number == 0 && errno == ENOENT) ends[number] = open("/dev/null", O_RDONLY | O_CLOEXEC);
		if (ends[number] < 0) {
			int why = errno;
			while (number > 0) close(ends[--number]);
			errno = why;
			return false;
		}
	}
	return true;
}

std::vector<char *> pointers(std::vector<std::string> &texts) {
	std::vector<char *> list;
	for (std::string &text : texts) list.push_back(text.data());
	list.push_back(nullptr);
	return list;
}

[[noreturn]] void work(Request &request, const int (&ends)[STATUS + 1]) {
	// They were opened while 0 to 2 were in use, so each is larger than 2; one that is a target itself moves out of the way.
	int moved[STATUS + 1];
	for (int number = 0; number <= STATUS; number++) moved[number] = fcntl(ends[number], F_DUPFD, STATUS + 1);
	for (int number = STATUS; number >= 0; number--)
		if (dup2(moved[number], number) < 0) _exit(126);
	request.identity.folder = request.folder.c_str();
	become(&request.identity);
	close(STATUS);
	std::vector<char *> words = pointers(request.words), variables = pointers(request.variables);
	environ = variables.data();
	int code = runTool(int(words.size()) - 1, words.data());
	// The destructors of thousands of options write to memory that is shared with the server until then, so they run only where
	// one is needed: that of the output, which reports that it cannot be written.
	llvm::outs().flush();
	fflush(nullptr);
	if (llvm::outs().has_error()) exit(code);
	_exit(code);
}

} // namespace

int serve() {
	// The supervisor kills what a step left by signalling all that its own real uid and the step's may; so this has another
	// one. What it opens and becomes is up to its effective uid, still root's.
	if (setresuid(SMALLEST_UID - 1, 0, SMALLEST_UID - 1)) return 1;
	fillRegistries();
	answer(0);
	std::vector<char> bytes;
	for (uint32_t length; readAll(&length, sizeof length);) {
		if (length > MOST_BYTES) return 1;
		bytes.resize(length);
		if (!readAll(bytes.data(), length)) return 1;
		Request request = parse(bytes);
		int ends[STATUS + 1];
		if (!openPipes(request.pipes, ends)) {
			answer(-errno);
			continue;
		}
		long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
		if (pid == 0) work(request, ends);
		int why = errno;
		for (int end : ends) close(end);
		answer(pid < 0 ? -why : int32_t(pid));
	}
	return 0;
}
