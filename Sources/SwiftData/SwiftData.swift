@_exported import ObjectGraph
