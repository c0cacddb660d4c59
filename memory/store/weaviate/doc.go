// Package weaviate is a store in a Weaviate server.
package weaviate
