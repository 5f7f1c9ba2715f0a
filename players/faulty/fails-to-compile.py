# Python itself refuses it.
class Faulty(:
