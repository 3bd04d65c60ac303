public import ConverterCore
