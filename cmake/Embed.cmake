# Turns the file IN into a list of bytes in OUT, for #include inside an array initialiser.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "(..)" "0x\\1," list "${hex}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" list "${list}")
file(WRITE ${OUT} "${list}\n")
