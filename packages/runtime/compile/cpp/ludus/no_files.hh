// File streams for a library that was built without files: they exist, but never open anything.
#ifndef LUDUS_NO_FILES_HH
#define LUDUS_NO_FILES_HH

#include <istream>
#include <ostream>
#include <streambuf>
#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class C, class T>
class basic_filebuf : public basic_streambuf<C, T> {
 public:
  bool is_open() const { return false; }
  template <class Name>
  basic_filebuf* open(const Name&, ios_base::openmode) { return nullptr; }
  basic_filebuf* close() { return nullptr; }
};

#define LUDUS_FILE_STREAM(STREAM, BASE, MODE)                                              \
  template <class C, class T>                                                              \
  class STREAM : public BASE<C, T> {                                                       \
   public:                                                                                 \
    STREAM() : BASE<C, T>(nullptr) { this->init(&buffer_); }                               \
    template <class Name>                                                                  \
    explicit STREAM(const Name& name, ios_base::openmode mode = MODE) : STREAM() { open(name, mode); } \
    template <class Name>                                                                  \
    void open(const Name&, ios_base::openmode = MODE) { this->setstate(ios_base::failbit); } \
    void close() { this->setstate(ios_base::failbit); }                                    \
    bool is_open() const { return false; }                                                 \
    basic_filebuf<C, T>* rdbuf() const { return const_cast<basic_filebuf<C, T>*>(&buffer_); } \
                                                                                           \
   private:                                                                                \
    basic_filebuf<C, T> buffer_;                                                           \
  };
LUDUS_FILE_STREAM(basic_ifstream, basic_istream, ios_base::in)
LUDUS_FILE_STREAM(basic_ofstream, basic_ostream, ios_base::out)
LUDUS_FILE_STREAM(basic_fstream, basic_iostream, ios_base::in | ios_base::out)
#undef LUDUS_FILE_STREAM

_LIBCPP_END_NAMESPACE_STD

#endif
