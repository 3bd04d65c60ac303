import FairyWeb

WebService.run(CommandLine.arguments)
