import FairyCommandLine

Fairy.main()
